import { createServer } from 'node:http'
import Database from 'better-sqlite3'

// What no program that keeps its memory in SQLite and answers on a port can do without.
const db = new Database(process.argv[2])
db.prepare('SELECT count(*) FROM sqlite_schema').get()
const server = createServer()
server.listen(0, '127.0.0.1', () => console.log('ready'))
