@rem The command `overhead`. In a command script, a console waits for a program with windows and gets its exit code.
@"%~dp0..\Overhead.exe" %*
