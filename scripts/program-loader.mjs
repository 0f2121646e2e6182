import { readFileSync } from 'node:fs'
import { createRequire, SourceMap } from 'node:module'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

// Stands in the built program where `src/main.ts` imports the rest of it: one file, with what V8 made of it at the build.

/** Compiles the program, or takes it as it was compiled when the build started it once. */
export function compileProgram(file, cachedData) {
  // One byte a character: the bundle is ASCII, and its text stays in memory.
  const text = readFileSync(file, 'latin1')
  // Without its folder: a cache keeps the name under which it was made, and the build is moved into place afterwards.
  const script = new Script(text, { filename: basename(file), cachedData })
  return {
    script,
    run() {
      const module = { exports: {} }
      script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file))
      return module.exports
    },
  }
}

/** V8 believes a cache that fits in version, flags and length of the text; that it is whole we check ourselves. */
export function readCodeCache(file) {
  try {
    const bytes = readFileSync(file)
    const data = bytes.subarray(4)
    return crc32(data) === bytes.readUInt32BE() ? data : undefined
  } catch {
    return undefined
  }
}

/** A stack shows the lines of the sources. The map is read with the first one, and let go again with the memory it takes. */
export function mapStacks(file) {
  let held
  const map = () => {
    const known = held?.deref()
    if (known) return known
    const read = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    held = new WeakRef(read)
    return read
  }
  // A function has a short name in the bundle. Its name in the sources is the one that is mapped to the same place.
  const nameOf = (frame) => {
    const name = frame.getFunctionName()
    const line = frame.getEnclosingLineNumber() - 1
    const start = frame.getEnclosingColumnNumber() - 1
    const places = ['function ', 'async function ', 'function*', 'async function*'].map(({ length }) => start + length)
    const entries = [...places, start - `${name}=`.length].map((column) => ({
      column,
      ...map().findEntry(line, column),
    }))
    return entries.find((entry) => entry.name && entry.generatedColumn === entry.column)?.name ?? name
  }
  const place = (frame) => {
    const { fileName, lineNumber, columnNumber } = map().findOrigin(frame.getLineNumber(), frame.getColumnNumber())
    const source = fileURLToPath(new URL(fileName, `file://${file}`))
    const name = nameOf(frame)
    const at = `${source}:${lineNumber}:${columnNumber}`
    return name ? `${frame.isAsync() ? 'async ' : ''}${name} (${at})` : at
  }
  const told = (frame) => {
    try {
      return frame.getFileName() === basename(file) ? place(frame) : String(frame)
    } catch {
      return String(frame)
    }
  }
  Error.prepareStackTrace = (error, frames) => {
    let head
    try {
      head = Error.prototype.toString.call(error)
    } catch {
      head = 'Error'
    }
    return [head, ...frames.map((frame) => `    at ${told(frame)}`)].join('\n')
  }
}
