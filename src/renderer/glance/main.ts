import { mount } from 'svelte';
import '../src/tokens.css';
import '../src/base.css';
import Glance from './Glance.svelte';

mount(Glance, { target: document.body, props: { bridge: window.overhead } });
