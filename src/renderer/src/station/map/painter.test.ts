import { afterEach, expect, it, vi } from 'vitest';
import type * as painter from './painter.ts';

afterEach(() => vi.unstubAllGlobals());

let copies = 0;
/** A new copy of the module, which has not looked for a graphics card yet. */
async function newPainterModule(): Promise<typeof painter> {
  copies += 1;
  const { href } = new URL('./painter.ts', import.meta.url);
  return (await import(`${href}?copy=${copies}`)) as typeof painter;
}

/** Replaces WebGL by one whose renderer has this name; undefined: the name is secret; null: there is no WebGL. */
function stubRenderer(name: string | undefined | null) {
  const loseContext = vi.fn();
  const getContext = vi.fn((kind: string) =>
    kind !== 'webgl' || name === null
      ? null
      : {
          getExtension: (extension: string) =>
            extension === 'WEBGL_lose_context'
              ? { loseContext }
              : name === undefined || extension !== 'WEBGL_debug_renderer_info'
                ? null
                : { UNMASKED_RENDERER_WEBGL: 37_446 },
          getParameter: (parameter: number | undefined) => (parameter === 37_446 ? name : 'WebKit'),
        },
  );
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = getContext;
    },
  );
  return { loseContext, getContext };
}

it.each([
  ['ANGLE (Apple, ANGLE Metal Renderer: Apple M1)', true],
  ['Mesa Intel(R) UHD Graphics 620', true],
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))', false],
  ['ANGLE (Mesa, llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5)', false],
  ['Microsoft Basic Render Driver, Software Adapter', false],
  [undefined, false],
  [null, false],
])('hasGraphicsCard with the renderer %s returns %s, and asks once', async (name, expected) => {
  const { hasGraphicsCard } = await newPainterModule();
  const { loseContext, getContext } = stubRenderer(name);
  expect([hasGraphicsCard(), hasGraphicsCard()]).toEqual([expected, expected]);
  expect(getContext).toHaveBeenCalledTimes(1);
  expect(loseContext).toHaveBeenCalledTimes(name === null ? 0 : 1);
});
