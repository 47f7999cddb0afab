import { mount } from 'svelte';
import { resolveLanguage } from '#shared/language/language.ts';
import { setPageLanguage } from '#renderer/ui/page-language.ts';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import Glance from './Glance.svelte';

// The language of the system, until the state with the user's language has been read.
const language = resolveLanguage(null, navigator.languages);
await setPageLanguage(language);
void setPageLanguage(language);
mount(Glance, { target: document.body, props: { bridge: window.overhead } });
