import { mount } from 'svelte';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import Gallery from './Gallery.svelte';
import { keepForced } from './force.ts';

keepForced();
mount(Gallery, { target: document.body });
