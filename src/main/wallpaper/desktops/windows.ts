import { z } from 'zod';
import { rectSchema } from '#shared/wallpaper/composition.ts';
import { parseJson } from '#shared/json.ts';
import { pictureSettings, pixelsOf, type Backend, type ProgramCommand } from './backend.ts';
import { expressionOf, powershellCommand } from './powershell.ts';

/** The first methods of `IDesktopWallpaper`, which exists since Windows 8, in the order of its vtable. */
const desktopTypeScript = `Add-Type -TypeDefinition 'using System; using System.Runtime.InteropServices;
namespace Overhead {
[StructLayout(LayoutKind.Sequential)] public struct Rect { public int Left, Top, Right, Bottom; }
[ComImport, Guid("B92B56A9-8B55-4E14-9A89-0199BBB6F93B"), InterfaceType(ComInterfaceType.InterfaceIsIUnknown)]
public interface IDesktopWallpaper {
void SetWallpaper([MarshalAs(UnmanagedType.LPWStr)] string monitor, [MarshalAs(UnmanagedType.LPWStr)] string path);
[return: MarshalAs(UnmanagedType.LPWStr)] string GetWallpaper([MarshalAs(UnmanagedType.LPWStr)] string monitor);
[return: MarshalAs(UnmanagedType.LPWStr)] string GetMonitorDevicePathAt(uint index);
uint GetMonitorDevicePathCount();
void GetMonitorRECT([MarshalAs(UnmanagedType.LPWStr)] string monitor, out Rect area);
void SetBackgroundColor(uint colour);
uint GetBackgroundColor();
void SetPosition(int position);
int GetPosition(); }
[ComImport, Guid("C2CF3110-460E-4FC1-B9D0-8A1C0C9CC4BD")] public class DesktopWallpaper {}
public class Screen { public string id, path; public int x, y, width, height; }
public static class Desktop {
static IDesktopWallpaper desktop = (IDesktopWallpaper)new DesktopWallpaper();
public static int Position { get { return desktop.GetPosition(); } set { desktop.SetPosition(value); } }
public static void Show(string id, string path) { desktop.SetWallpaper(id, path); }
public static Screen At(uint index) { string id = desktop.GetMonitorDevicePathAt(index); Rect r;
try { desktop.GetMonitorRECT(id, out r); } catch (COMException) { return null; }
if (r.Right == r.Left) return null;
return new Screen { id = id, path = desktop.GetWallpaper(id), x = r.Left, y = r.Top, width = r.Right - r.Left, height = r.Bottom - r.Top }; }
public static uint Count { get { return desktop.GetMonitorDevicePathCount(); } } } }';`;

const runOnDesktop = (code: string): ProgramCommand =>
  powershellCommand(`${desktopTypeScript} ${code}`);

const stateSchema = z.object({
  position: z.int(),
  screens: z.array(z.object({ id: z.string(), path: z.string(), ...rectSchema.unwrap().shape })),
});
type DesktopState = z.infer<typeof stateSchema>;

const parseState = (answer: string): DesktopState =>
  stateSchema.safeParse(parseJson(answer)).data ?? { position: -1, screens: [] };

const positionKey = 'position';
/** `DWPOS_FILL`: the position for a picture that is scaled and cropped. */
const filledPosition = '4';

/** The backend for Windows. The keys are a device path for each monitor's picture, and `position` for the scaling. */
export const windows: Backend = {
  name: 'windows',
  reach: 'each',
  canChoose: true,
  persists: true,
  survey: [
    runOnDesktop(
      `[Console]::OutputEncoding = [Text.Encoding]::UTF8; $screens = @(for ($i = 0; $i -lt [Overhead.Desktop]::Count; $i++) { [Overhead.Desktop]::At($i) }) | Where-Object { $_ }; @{ position = [Overhead.Desktop]::Position; screens = @($screens) } | ConvertTo-Json -Depth 3`,
    ),
  ],
  held([answer = '']) {
    const state = parseState(answer);
    const pictures = state.screens.map(({ id, path }) => [id, path] as const);
    return new Map([[positionKey, `${state.position}`], ...pictures]);
  },
  settings([answer = ''], shown) {
    const screens = parseState(answer).screens.map((screen) => ({ key: screen.id, area: screen }));
    const pictures = pictureSettings(shown, screens, pixelsOf);
    return pictures.length === 0 ? [] : [{ key: positionKey, value: filledPosition }, ...pictures];
  },
  write: (key, value) => runOnDesktop(assignmentScript(key, value)),
  // Each run starts PowerShell and compiles the code above: several runs would take longer than the app's quit allows.
  writeAll: (settings) =>
    runOnDesktop(settings.map(({ key, value }) => assignmentScript(key, value)).join('; ')),
};

const assignmentScript = (key: string, value: string | null): string =>
  key === positionKey
    ? `[Overhead.Desktop]::Position = ${Number(value ?? filledPosition)}`
    : `[Overhead.Desktop]::Show(${expressionOf(key)}, ${expressionOf(value ?? '')})`;
