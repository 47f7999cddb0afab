/**
 * The words of the lines that the app logs and of the sentences about failures, in lower case. A report leaves out all
 * other words of the log.
 */
export const logWords: ReadonlySet<string> = new Set(
  `a accept accepted accepts address after again all although an and anew another answer answered any api app
  archive are array as aside asks assertionerror at automatic automatically available away back backup battery be
  because before boolean broke but by came cannot caused center change check choose chose chosen chromium clean
  clock code come comes command composed computer connect connected connection could count crashed day days
  defaults defect demo desktop details dialog did disk display displays does down drawing drawn edges electron
  embedded emit end ended entered error everything exit expected failed favorite favorites fetched file fill fills
  first fits folder for forward found from full give glance go gone half has headers here hide high hold host how
  html http https icon idle in index input inside install installed internal invalid is it its journal keep keeps
  kept key killed know larger late later launch least let lie line linux live local lock log login lose loses
  machine made main make malformed may more name named neither network new newer newest next no nor not nothing
  notification now null number object of off often old on one only oom open or orbit original other out over
  overhead own page password past paused permission picture pictures place placeholder plural port position
  possible post posts power preview previous problem proxy put quit quota rangeerror reached read reads ready real
  reason received referenceerror refused refuses repeats reports request requests responsive restart resume right
  room rules runs s same sandbox saved say says screen secure sent service services set settings shared show
  showed shown shows sign simulated since size slept so something space sqliteerror start started starting starts
  station status stay stays still stopped store stored string suspend switch syntaxerror system takes than that
  the them there these this through time to too total tray tries try typeerror uncaught unhandled unlock
  unresponsive until up update use used usual variable version video wallpaper wallpapers warning was way went
  what where whether which while whole why will window with without working works would writable write wrong wrote
  year yet you your zenity`.split(/\s+/),
);
