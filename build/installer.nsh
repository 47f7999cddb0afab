; electron-builder includes this file into the installer. What the app and the installer write outside of the app's
; folder is removed by the uninstaller: the folder of the command `overhead` in the user's Path, the start at login and
; its switch in the Task Manager, and, if the user wants that, the data. An update runs the uninstaller, too.

!macro customInstall
  !insertmacro changeUserPath add
!macroend

!macro customUnInstall
  !insertmacro changeUserPath remove
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "dev.overhead.Overhead"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "dev.overhead.Overhead"
    Push $0
    ${if} $LANGUAGE == 1031
      StrCpy $0 "Auch alle Bilder, Beiträge, Einstellungen und Protokolle entfernen?"
    ${elseIf} $LANGUAGE == 1034
    ${orIf} $LANGUAGE == 3082
      StrCpy $0 "¿Eliminar también todas las imágenes, las entradas, los ajustes y los registros?"
    ${elseIf} $LANGUAGE == 1036
      StrCpy $0 "Supprimer aussi toutes les images, les entrées, les paramètres et les journaux ?"
    ${elseIf} $LANGUAGE == 1041
      StrCpy $0 "画像、投稿、設定、ログもすべて削除しますか？"
    ${else}
      StrCpy $0 "Remove all pictures, posts, settings and logs, too?"
    ${endIf}
    ; A silent removal keeps the data.
    ${if} ${Cmd} `MessageBox MB_YESNO|MB_DEFBUTTON2|MB_ICONQUESTION "$0" /SD IDNO IDYES`
      RMDir /r "$APPDATA\Overhead"
      RMDir /r "$LOCALAPPDATA\Overhead"
    ${endIf}
    Pop $0
  ${endIf}
!macroend

; Adds the folder of `overhead.cmd` to the user's Path, or removes it (ACTION: add or remove). NSIS cuts texts off after
; 1024 or 8192 characters, so the value stays in memory of its own. The other entries and the type of the value, in
; which variables may be expanded, are kept.
;   $0 the key, $1 the result of a call, $2 the type of the value, $3 a size in bytes
;   $4 the Path with ";" on both sides, $5 the entry with ";" on both sides, $6 the place of the entry, $7 a place
!macro changeUserPath ACTION
  Push $0
  Push $1
  Push $2
  Push $3
  Push $4
  Push $5
  Push $6
  Push $7
  ; HKEY_CURRENT_USER; KEY_QUERY_VALUE and KEY_SET_VALUE
  System::Call 'advapi32::RegOpenKeyExW(p 0x80000001, w "Environment", i 0, i 3, *p .r0) i .r1'
  ${if} $1 == 0
    System::Call 'advapi32::RegQueryValueExW(p r0, w "Path", p 0, *i .r2, p 0, *i .r3) i .r1'
    ; ERROR_FILE_NOT_FOUND: there is no Path. It becomes a REG_EXPAND_SZ.
    ${if} $1 == 2
      StrCpy $1 0
      StrCpy $2 2
      StrCpy $3 0
    ${endIf}
    ${if} $1 == 0
    ${andIf} $2 >= 1
    ${andIf} $2 <= 2
      StrCpy $5 ";$INSTDIR\bin;"
      StrLen $7 $5
      IntOp $6 $7 * 2
      IntOp $6 $6 + $3
      IntOp $6 $6 + 16
      ; The memory is filled with zeros.
      System::Alloc $6
      Pop $4
      System::Call 'kernel32::lstrcatW(p r4, w ";")'
      System::Int64Op $4 + 2
      Pop $6
      System::Call 'advapi32::RegQueryValueExW(p r0, w "Path", p 0, p 0, p r6, *i r3) i .r1'
      System::Call 'kernel32::lstrcatW(p r4, w ";")'
      System::Call 'shlwapi::StrStrIW(p r4, w r5) p .r6'
      StrCpy $1 "unchanged"
      !if ${ACTION} == add
        ${if} $6 == 0
          StrCpy $1 "changed"
          System::Call 'kernel32::lstrcatW(p r4, w "$INSTDIR\bin")'
          System::Int64Op $4 + 2
          Pop $6
          ; Of an empty Path there are two separators.
          ${if} $3 <= 2
            System::Int64Op $4 + 4
            Pop $6
          ${endIf}
        ${endIf}
      !else
        ${if} $6 != 0
          StrCpy $1 "changed"
          ; Moves what follows the entry over it, from its last ";" on.
          IntOp $7 $7 - 1
          IntOp $7 $7 * 2
          System::Int64Op $6 + $7
          Pop $7
          System::Call 'kernel32::lstrlenW(p r7) i .r3'
          IntOp $3 $3 + 1
          IntOp $3 $3 * 2
          System::Call 'kernel32::RtlMoveMemory(p r6, p r7, p r3)'
          ; Cuts off the last ";".
          System::Call 'kernel32::lstrlenW(p r4) i .r3'
          IntOp $3 $3 - 1
          IntOp $3 $3 * 2
          System::Int64Op $4 + $3
          Pop $7
          System::Call '*$7(&i2 0)'
          System::Int64Op $4 + 2
          Pop $6
        ${endIf}
      !endif
      ${if} $1 == "changed"
        System::Call 'kernel32::lstrlenW(p r6) i .r3'
        IntOp $3 $3 + 1
        IntOp $3 $3 * 2
        System::Call 'advapi32::RegSetValueExW(p r0, w "Path", i 0, i r2, p r6, i r3) i .r1'
        ; Tells Explorer, so that consoles that are opened from now on find the command: WM_SETTINGCHANGE to all windows.
        System::Call 'user32::SendMessageTimeoutW(p 0xffff, i 0x1a, p 0, w "Environment", i 2, i 1000, p 0)'
      ${endIf}
      System::Free $4
    ${endIf}
    System::Call 'advapi32::RegCloseKey(p r0)'
  ${endIf}
  Pop $7
  Pop $6
  Pop $5
  Pop $4
  Pop $3
  Pop $2
  Pop $1
  Pop $0
!macroend
