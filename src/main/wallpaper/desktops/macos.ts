import { z } from 'zod';
import { parseJson } from '#shared/json.ts';
import { rectSchema } from '#shared/wallpaper/composition.ts';
import {
  programCommand,
  pictureSettings,
  pointsOf,
  type Backend,
  type ProgramCommand,
} from './backend.ts';

/** How macOS scales a picture; null: not reported, or the default. */
const optionsSchema = z.object({
  /** A value of `NSImageScaling`. */
  scaling: z.int().nullable(),
  /** Whether a picture with the scaling `fills` may be cut off: 1 or 0. */
  clipping: z.int().nullable(),
  /** Red, green and blue of sRGB, from 0 to 1, beside a picture that does not fill the screen. */
  color: z.array(z.number()).length(3).nullable(),
});
type ImageOptions = z.infer<typeof optionsSchema>;

const surveySchema = z.object({
  /** The major version of macOS; null: unknown. */
  system: z.number().nullable(),
  screens: z
    .array(
      z.object({
        id: z.int(),
        area: rectSchema,
        path: z.string(),
        options: optionsSchema.nullable(),
      }),
    )
    .min(1),
});
type Survey = z.infer<typeof surveySchema>;
type Screen = Survey['screens'][number];

const parseSurvey = (answer = ''): Survey | null =>
  surveySchema.safeParse(parseJson(answer)).data ?? null;

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
const idOf=s=>Number(ObjC.unwrap(s.deviceDescription.objectForKey("NSScreenNumber")));
const attempt=f=>{try{return f()}catch(error){return null}};`;

/**
 * AppKit measures from the lower left corner of the first screen upwards, Electron from its upper left downwards. What
 * an older or later macOS refuses to report is null.
 */
const describeScript = `${screensScript}
const optionsOf=s=>{const o=space.desktopImageOptionsForScreen(s);
const number=k=>{const v=ObjC.unwrap(o.objectForKey(k));return v===undefined?null:Number(v)};
const color=attempt(()=>{const c=o.objectForKey($.NSWorkspaceDesktopImageFillColorKey).colorUsingColorSpace($.NSColorSpace.sRGBColorSpace);
return[c.redComponent,c.greenComponent,c.blueComponent].map(n=>Math.round(Number(n)*1000)/1000)});
return{scaling:number($.NSWorkspaceDesktopImageScalingKey),clipping:number($.NSWorkspaceDesktopImageAllowClippingKey),
color:color!==null&&color.every(n=>n>=0)?color:null}};
const system=attempt(()=>Number($.NSProcessInfo.processInfo.operatingSystemVersion.majorVersion));
function run(){const top=screens[0].frame.size.height;return JSON.stringify({system,screens:screens.map(s=>{const f=s.frame,u=space.desktopImageURLForScreen(s);
return{id:idOf(s),path:u.isNil()?"":u.path.js,options:attempt(()=>optionsOf(s)),area:{x:f.origin.x,y:top-f.origin.y-f.size.height,width:f.size.width,height:f.size.height}}})})}`;

const showScript = `${screensScript}
function run([id,path,text]){const s=screens.find(s=>idOf(s)===Number(id));if(!s)throw Error("that screen is gone");
const{scaling,clipping,color}=JSON.parse(text),how=$.NSMutableDictionary.alloc.init,error=Ref();
if(scaling!==null)how.setObjectForKey($.NSNumber.numberWithInt(scaling),$.NSWorkspaceDesktopImageScalingKey);
if(clipping!==null)how.setObjectForKey($.NSNumber.numberWithBool(clipping===1),$.NSWorkspaceDesktopImageAllowClippingKey);
if(color!==null)attempt(()=>how.setObjectForKey($.NSColor.colorWithSRGBRedGreenBlueAlpha(...color,1),$.NSWorkspaceDesktopImageFillColorKey));
if(!space.setDesktopImageURLForScreenOptionsError($.NSURL.fileURLWithPath(path),s,how,error))
throw Error(error[0]?error[0].localizedDescription.js:"macOS did not take it")}`;

/** The scaling 3 is `NSImageScaleProportionallyUpOrDown`; with clipping, the picture fills the screen. */
const fillsScreen: ImageOptions = { scaling: 3, clipping: 1, color: null };

const pictureName = /\.(heic|heif|jpe?g|png|tiff?|gif|bmp|webp|avif|jp2|pdf)$/i;
const appleDefault = '/System/Library/CoreServices/DefaultDesktop.heic';
/** The first macOS with aerials, in place of which AppKit reports Apple's default or some earlier picture. */
const firstWithAerials = 14;

/**
 * Whether the screen shows the picture at its path. Since macOS 14, AppKit reports Apple's default for an aerial or
 * another moving wallpaper (sindresorhus/macos-wallpaper#42 and #47), and a folder or a description for pictures that
 * take turns.
 */
const isReported = ({ path }: Screen, system: Survey['system']): boolean =>
  pictureName.test(path) &&
  (path !== appleDefault || (system ?? firstWithAerials) < firstWithAerials);

/** The value of a screen: the path, and the options in a second line unless the picture fills the screen. */
function valueOf({ path, options }: Screen): string {
  // macOS reports decomposed letters for a path that was set with composed ones.
  const name = path.normalize('NFC');
  if (options === null) return name;
  const { scaling, clipping, color } = options;
  const fills = (scaling === null || scaling === fillsScreen.scaling) && clipping !== 0;
  return fills && (color === null || clipping === 1) ? name : `${name}\n${JSON.stringify(options)}`;
}

function writeValue(key: string, value: string): ProgramCommand {
  const [path = '', text = ''] = value.split('\n');
  const options = optionsSchema.safeParse(parseJson(text)).data ?? fillsScreen;
  return scriptCommand(showScript, key, path, JSON.stringify(options));
}

/**
 * The backend for macOS. Keys are the numbers of the displays, values are paths, with the options of a picture that
 * does not fill its screen. AppKit reads and sets only the visible space.
 */
export const macos: Backend = {
  name: 'macos',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [scriptCommand(describeScript)],
  held([answer]) {
    const survey = parseSurvey(answer);
    if (survey === null) return null;
    const { system, screens } = survey;
    return new Map(
      screens
        .filter((screen) => isReported(screen, system))
        .map((screen) => [`${screen.id}`, valueOf(screen)]),
    );
  },
  settings([answer], shown) {
    const { screens = [] } = parseSurvey(answer) ?? {};
    const areas = screens.map(({ id, area }) => ({ key: `${id}`, area }));
    return pictureSettings(shown, areas, pointsOf).map(({ key, value }) => ({
      key,
      value: value?.normalize('NFC') ?? null,
    }));
  },
  write: (key, value) => (value === null || value === '' ? null : writeValue(key, value)),
};
