// Sends the data on stdin to the instance that holds the lock, and ends when that instance has received the data.
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

const handOverBytes = await buffer(process.stdin);
const socket = connect(`\0${process.argv[2] ?? ''}`);
// An error means that the other instance has just ended, so nothing can receive the data.
socket.on('error', () => socket.destroy());
socket.end(handOverBytes);
socket.resume();
