import { mount } from 'svelte';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import Glance from '#glance/Glance.svelte';
import App from '#renderer/app/App.svelte';
import { bridgeDouble } from '#renderer-test/bridge-double.ts';
import { situations } from '#renderer-test/every-state.ts';
import { applyLook, lookOf } from './look.ts';

// `views.html?view=journal&state=empty` shows a main view as the app shows it in that state, without an app.
const query = new URLSearchParams(location.search);
const view = query.get('view') ?? 'today';
const name = Object.keys(situations).find((each) => each === query.get('state')) ?? 'full';
const { state, answers } = situations[name as keyof typeof situations];
const look = lookOf(query);
const language = look.language === 'pseudo' ? 'en' : look.language;
const shown = {
  ...state,
  language: { language, formats: language },
  settings: { ...state.settings, nightMode: look.night === 'red' },
};

applyLook(look);
history.replaceState(null, '', `${location.pathname}${location.search}#${view}`);
const { bridge } = bridgeDouble(shown, answers);
if (view === 'glance') mount(Glance, { target: document.body, props: { bridge } });
else mount(App, { target: document.body, props: { bridge } });
// The app sets the direction of its language.
new MutationObserver(() => {
  const root = document.documentElement;
  if (root.dir !== look.direction) root.dir = look.direction;
}).observe(document.documentElement, { attributeFilter: ['dir'] });
