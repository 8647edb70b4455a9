"""The bundled demo agent: a program on the standard library that speaks pi's RPC protocol without a model.

On the wire it does what pi 1.6.0 does, for all that it covers. It runs no command and touches no file for its
"model"; only a shell command that the person gives directly is run, and an export writes the file that it names.
"""
