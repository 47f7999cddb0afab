// Gives the words on stdin to the instance that holds the lock, and ends when it has taken them.
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

const words = await buffer(process.stdin);
const socket = connect(`\0${process.argv[2] ?? ''}`);
// The other instance has just gone: there is nobody to tell.
socket.on('error', () => socket.destroy());
socket.end(words);
socket.resume();
