import { mount } from 'svelte';
import { resolveLanguage } from '#shared/language/language.ts';
import { speak } from '#renderer/ui/page-language.ts';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import Glance from './Glance.svelte';

// Until main has told its state, or where it does not.
const language = resolveLanguage(null, navigator.languages);
await speak(language);
void speak(language);
mount(Glance, { target: document.body, props: { bridge: window.overhead } });
