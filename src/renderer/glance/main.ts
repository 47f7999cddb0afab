import { mount } from 'svelte';
import '#renderer/tokens.css';
import '#renderer/base.css';
import Glance from './Glance.svelte';

mount(Glance, { target: document.body, props: { bridge: window.overhead } });
