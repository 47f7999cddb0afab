; electron-builder includes this file into the installer. The uninstaller removes what the app wrote outside of its folders:
; the start at login and its switch in the Task Manager. An update runs the uninstaller, too, and keeps them.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "dev.overhead.Overhead"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "dev.overhead.Overhead"
  ${endIf}
!macroend
