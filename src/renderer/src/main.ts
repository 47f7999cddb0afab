import { mount } from 'svelte';
import { resolveLanguage } from '#shared/language/language.ts';
import App from './app/App.svelte';
import { speak } from './ui/page-language.ts';
import './ui/tokens.css';
import './ui/base.css';

// Until main has told its state, or where it does not.
speak(resolveLanguage(null, navigator.languages));
mount(App, { target: document.body, props: { bridge: window.overhead } });
