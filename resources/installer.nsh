; Windows opens links with the app, and starts it at login, because it says so itself (src/main/links/offer-links.ts, login-item.ts).
; Once it is gone they lead nowhere. Electron names what starts at login by the app's id.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\inkling"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.inkling.Inkling"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run" "app.inkling.Inkling"
  ${endIf}
!macroend
