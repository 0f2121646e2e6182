#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureSqliteDriver, opensSqlite } from './sqlite-driver.mjs'

// The `skein` command. What is missing is installed and built first, then the real one runs in this process.

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (line) => console.error(`skein: ${line}`)
const [major, minor] = process.versions.node.split('.').map(Number)

try {
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`this is Node ${process.versions.node}, and Skein needs Node 20.19 or newer`)
  if (existsSync(`${root}src/main.ts`)) await prepareCheckout()
  else if (!isQuestionOfNoStore() && !opensSqlite(root)) await ensureSqliteDriver(root, say)
} catch (error) {
  say(error.message)
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import(pathToFileURL(`${root}dist/main.js`).href)

async function prepareCheckout() {
  const { ensureBuilt } = await import('./build.mjs')
  const { ensureInstalled } = await import('./install.mjs')
  await ensureInstalled(root, say)
  await ensureBuilt(root, say)
}

/** Nobody who asks for the version should have to wait for a compiler. */
function isQuestionOfNoStore() {
  return ['-V', '--version', '-h', '--help', 'help'].includes(process.argv[2])
}
