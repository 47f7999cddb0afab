import { mount } from 'svelte';
import App from './app/App.svelte';
import './ui/tokens.css';
import './ui/base.css';

mount(App, { target: document.body, props: { bridge: window.overhead } });
