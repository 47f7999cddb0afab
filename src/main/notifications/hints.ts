import { m } from '#words';
import type { Notice } from './notice.ts';

const hintNotice = (key: string, title: string, body: string): Notice => ({
  key,
  kind: 'hint',
  title,
  body,
  short: title,
  click: { kind: 'open', view: 'today' },
  actions: [],
  until: null,
});

/**
 * Shown when the window is closed for the first time.
 *
 * @param hasTray whether the desktop shows the icon in its tray
 */
export const windowClosedHint = (hasTray: boolean): Notice =>
  hintNotice(
    'hint:close',
    m.app_close_hint_title(),
    hasTray ? m.app_close_hint_tray() : m.app_close_hint_no_tray(),
  );

/**
 * Shown when the app starts without a window and the user has not answered yet whether it may set wallpapers. The
 * window asks this question.
 */
export const firstRunNotice = (): Notice =>
  hintNotice('hint:first-run', m.app_first_run_notice_title(), m.app_first_run_notice_body());

/** Shown when the window crashed too often to be opened again. */
export const brokenWindowNotice = (): Notice => ({
  key: 'window',
  kind: 'problem',
  title: m.notice_window_broke(),
  body: m.notice_window_broke_advice(),
  short: m.notice_pass_short({ title: m.notice_window_broke() }),
  click: { kind: 'open', view: 'status' },
  actions: [],
  until: null,
});
