import { describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '#shared/failure.ts';
import type { AppState } from '#shared/state.ts';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { appState, unreachableFailure } from '#renderer-test/states.ts';
import { NewestState } from './newest-state.svelte.ts';

describe('NewestState', () => {
  it('keeps the state with the higher revision when a change arrives before the snapshot', async () => {
    const snapshot = Promise.withResolvers<Result<AppState>>();
    const main = bridgeDouble(appState(), { snapshot: snapshot.promise });
    const model = new NewestState(main.bridge);
    const started = model.start();
    main.tell(appState({ revision: 5 }));
    snapshot.resolve(ok(appState({ revision: 4 })));
    await started;
    expect(model.state?.revision).toBe(5);
  });

  it('ignores an older revision and applies a newer one', async () => {
    const main = bridgeDouble(appState({ revision: 7 }));
    const model = new NewestState(main.bridge);
    await model.start();
    main.tell(appState({ revision: 6, version: 'old' }));
    expect(model.state?.version).toBe('0.1.0');
    main.tell(appState({ revision: 8, version: 'new' }));
    expect(model.state?.version).toBe('new');
  });

  it('has no state and reports the failure when the snapshot cannot be read', async () => {
    const snapshot = Promise.resolve(fail(unreachableFailure));
    const model = new NewestState(bridgeDouble(appState(), { snapshot }).bridge);
    await model.start();
    expect(model.state).toBeNull();
    expect(model.failure).toEqual(unreachableFailure);
  });

  it('removes its listener when it is disposed', async () => {
    const main = bridgeDouble(appState());
    const model = new NewestState(main.bridge);
    await model.start();
    expect(main.listeners()).toBe(1);
    model.dispose();
    expect(main.listeners()).toBe(0);
  });
});
