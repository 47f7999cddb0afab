import { mount } from 'svelte';
import { resolveLanguage } from '#shared/language/language.ts';
import App from './app/App.svelte';
import { loadView } from './app/view-code.ts';
import { viewOfHash } from './app/views.ts';
import { setPageLanguage } from './ui/page-language.ts';
import './ui/tokens.css';
import './ui/base.css';

// The language of the system, until the state with the user's language has been read.
const language = resolveLanguage(null, navigator.languages);
await Promise.all([setPageLanguage(language), loadView(viewOfHash(location.hash))]);
void setPageLanguage(language);
mount(App, { target: document.body, props: { bridge: window.overhead } });
