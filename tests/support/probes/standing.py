"""Asks the same again and again: each prompt is the method to ask with, and what differs"""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fakepi as f
count = 0
def on_prompt(cmd):
    global count
    count += 1
    words = cmd["message"].split()
    title = "Run " + " ".join(words[1:]) + "?"
    ask = {"select": {"options": ["Allow", "Deny"]}, "confirm": {"message": "It cannot be undone."}, "input": {}}
    f.reply(cmd, {"disposition": "handled"})
    f.ui(words[0], "q%d" % count, title=title, **ask[words[0]])
f.serve(on_prompt=on_prompt)
