import { mount } from 'svelte';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import Glance from './Glance.svelte';

mount(Glance, { target: document.body, props: { bridge: window.overhead } });
