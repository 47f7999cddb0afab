/* `bcryptprimitives.dll` for Wine 8, which lacks it: Rolldown's module for Windows takes random bytes from it. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, (ULONG)size); }
