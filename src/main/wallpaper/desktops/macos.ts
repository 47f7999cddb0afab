import { z } from 'zod';
import { rectSchema } from '#shared/wallpaper/composition.ts';
import {
  programCommand,
  parseList,
  pictureSettings,
  pointsOf,
  type Backend,
  type ProgramCommand,
} from './backend.ts';

const screenSchema = z.object({ id: z.int(), area: rectSchema, path: z.string() });

/**
 * AppKit from JavaScript. Unlike System Events, it needs no permission of the user, and has a call for each screen; no
 * helper program has to be packaged and signed. Data is passed to the script as arguments, after `--`.
 */
const scriptCommand = (code: string, ...args: string[]): ProgramCommand =>
  programCommand(
    'osascript',
    '-l',
    'JavaScript',
    '-e',
    `ObjC.import("AppKit");${code}`,
    '--',
    ...args,
  );

const screensScript = `const screens=$.NSScreen.screens.js,space=$.NSWorkspace.sharedWorkspace;
const idOf=s=>Number(ObjC.unwrap(s.deviceDescription.objectForKey("NSScreenNumber")));`;

/** AppKit measures from the lower left corner of the first screen upwards, Electron from its upper left downwards. */
const describeScript = `${screensScript}
function run(){const top=screens[0].frame.size.height;return JSON.stringify(screens.map(s=>{const f=s.frame,u=space.desktopImageURLForScreen(s);
return{id:idOf(s),path:u.isNil()?"":u.path.js,area:{x:f.origin.x,y:top-f.origin.y-f.size.height,width:f.size.width,height:f.size.height}}}))}`;

/** The scaling 3 is `NSImageScaleProportionallyUpOrDown`; with clipping, the picture fills the screen. */
const showScript = `${screensScript}
function run([id,path]){const s=screens.find(s=>idOf(s)===Number(id));if(!s)throw Error("that screen is gone");
const how=$.NSMutableDictionary.alloc.init,error=Ref();
how.setObjectForKey($.NSNumber.numberWithInt(3),$.NSWorkspaceDesktopImageScalingKey);
how.setObjectForKey($.NSNumber.numberWithBool(true),$.NSWorkspaceDesktopImageAllowClippingKey);
if(!space.setDesktopImageURLForScreenOptionsError($.NSURL.fileURLWithPath(path),s,how,error))
throw Error(error[0]?error[0].localizedDescription.js:"macOS did not take it")}`;

/**
 * The backend for macOS. Keys are the numbers of the displays, values are paths. AppKit reads and sets only the visible
 * space.
 */
export const macos: Backend = {
  name: 'macos',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [scriptCommand(describeScript)],
  held: ([answer]) =>
    new Map(parseList(screenSchema, answer).map(({ id, path }) => [`${id}`, path])),
  settings([answer], shown) {
    const screens = parseList(screenSchema, answer).map(({ id, area }) => ({ key: `${id}`, area }));
    return pictureSettings(shown, screens, pointsOf);
  },
  // A plain colour has no path, and AppKit has no call that restores it.
  write: (key, value) =>
    value === null || value === '' ? null : scriptCommand(showScript, key, value),
};
