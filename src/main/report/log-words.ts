/**
 * The words of the lines that the app logs and of the sentences about failures, in lower case. A report leaves out all
 * other words of the log.
 */
export const logWords: ReadonlySet<string> = new Set(
  `a accept accepted accepts address after again all although an and anew another answer answered any api apod app
  archive are array as aside asks assertionerror at automatic automatically available away back backup battery be
  because before boolean broke but by came cancelled cannot caused center change check choose chose chosen chromium
  clean clock code com come comes command composed computer connect connected connection could count crashed day
  days defaults defect demo desktop details dialog did disk displaced display displays damaged dns does down drawing drawn
  edges electron embedded emit end ended entered error everything exit expected failed favorite favorites feed
  fetched file fill fills first fits folder for forget forward found from frozen full give glance go gone gov half
  has headers here hide high hold host how html http https icon idle image implausible in index input inside install
  installed internal invalid is it item its journal jsonplaceholder keep keeps kept key killed kind know large
  larger late later launch least let lie limited line linux live local lock log login lose loses machine made main
  make malformed managed may more name named nasa neither network new newer newest next no nor not nothing
  notification notify now null number object of off offline often old on one only oom open or orbit org original
  other out over overhead own page password past paused permission picture pictures place placeholder plural port
  portal position possible post posts power preview previous problem proxy put quit quota rangeerror rate reached
  read reads ready real reason received referenceerror refused refuses repeats reports request requests reset
  responsive restart resume right room rules runs s same sandbox saved say says science screen secure sent service
  services set settings shared show showed shown shows sign simulated since size slept so something space
  sqliteerror start started starting starts station status stay stays still stopped storage store stored string
  superseded suspend switch syntaxerror system takes terminal than that the them there these this through time timeout tls to
  too total tray tries truncated try typeerror typicode unavailable uncaught unhandled unlock unreachable
  unresponsive until up update use used usual variable version video wallpaper wallpapers warning was way went what
  where whether which while whole why will window with without working works would writable write wrong wrote www
  year yet you your zenity`.split(/\s+/),
);
