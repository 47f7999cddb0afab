import { mount } from 'svelte';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import App from '../../../src/renderer/src/app/App.svelte';
import { bridgeDouble } from '../../../src/renderer/test/bridge-double.ts';
import { applyLook, lookOf } from './look.ts';
import { viewStates } from './view-states.ts';

// `views.html?state=NAME` shows a main view as the app shows it in that state, without an app.
const query = new URLSearchParams(location.search);
const wanted = viewStates[query.get('state') ?? ''];
if (wanted === undefined) {
  document.body.textContent = `No such state. There are: ${Object.keys(viewStates).join(', ')}`;
} else {
  const look = lookOf(query);
  const { view, state, answers } = wanted();
  const language = look.language === 'pseudo' ? 'en' : look.language;
  const shown = {
    ...state,
    language: { language, formats: language },
    settings: { ...state.settings, nightMode: look.night === 'red' },
  };
  applyLook(look);
  history.replaceState(null, '', `${location.pathname}${location.search}#${view}`);
  mount(App, { target: document.body, props: { bridge: bridgeDouble(shown, answers).bridge } });
  // The app sets the direction of its language.
  new MutationObserver(() => {
    const root = document.documentElement;
    if (root.dir !== look.direction) root.dir = look.direction;
  }).observe(document.documentElement, { attributeFilter: ['dir'] });
}
