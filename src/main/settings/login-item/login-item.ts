import type { LoginItemState } from '#shared/app.ts';
import type { Result } from '#shared/failure.ts';

/** Whether the app starts with the session. */
export interface LoginItem {
  state(): LoginItemState;
  /** The person has decided: it holds against what was decided elsewhere. */
  set(on: boolean): Result<LoginItemState>;
  /** Lets an item that is on start the program where it is now. Switches nothing on. */
  renew(): Result<LoginItemState>;
}

/** A system that has no such thing, or a checkout, which is nothing to start with a session. */
export const noLoginItem: LoginItem = {
  state: () => 'unsupported',
  set: () => ({ ok: true, value: 'unsupported' }),
  renew: () => ({ ok: true, value: 'unsupported' }),
};
