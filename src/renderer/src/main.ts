import { mount } from 'svelte';
import { resolveLanguage } from '#shared/language/language.ts';
import App from './app/App.svelte';
import { loadView } from './app/view-code.ts';
import { viewOf } from './app/views.ts';
import { speak } from './ui/page-language.ts';
import './ui/tokens.css';
import './ui/base.css';

// The language of the system, until the state with the user's language has been read.
const language = resolveLanguage(null, navigator.languages);
await Promise.all([speak(language), loadView(viewOf(location.hash))]);
void speak(language);
mount(App, { target: document.body, props: { bridge: window.overhead } });
