import { expect, it } from 'vitest';
import { displaySwitches, networkSwitches } from './browser.ts';

it('networkSwitches passes the proxy of a session and the WebRTC policy to Chromium', () => {
  const proxy = { proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' };
  expect(networkSwitches({ proxy, webRtcPolicy: 'disable_non_proxied_udp' })).toEqual([
    '--proxy-server=http://127.0.0.1:1',
    '--proxy-bypass-list=<-loopback>',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ]);
  expect(networkSwitches({})).toEqual([]);
});

it.each([
  ['X', { DISPLAY: ':0' }, []],
  ['X beside Wayland', { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, []],
  ['Wayland alone', { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' }, ['--ozone-platform=wayland']],
  ['neither', {}, null],
])('displaySwitches returns Chromium’s switches for a desktop with %s', (_, env, switches) => {
  expect(displaySwitches(env)).toEqual(switches);
});
