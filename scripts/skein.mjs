#!/usr/bin/env node
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'

// The `skein` command of a checkout: what is missing is installed and built first, then the real one runs in this process.

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => console.error(`skein: ${line}`)

try {
  await ensureInstalled(root, say)
  await ensureBuilt(root, say)
} catch (error) {
  say(error.message)
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(`${root}dist/main.js`).href)
