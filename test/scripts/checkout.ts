import { type ChildProcess, execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A tiny checkout with our real scripts and an npm that only writes down that it was called. */
export function makeCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'skein-checkout-'))
  const tools = join(folder, 'tools')
  const write = (name: string, text: string, mode = 0o644) => writeFileSync(join(folder, name), text, { mode })
  for (const name of ['tools', 'src/web/page/diagrams']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ['scripts', 'tsconfig.json', 'tsconfig.build.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true })
  }
  write('package.json', '{ "name": "skein", "type": "module" }')
  write('package-lock.json', '{ "packages": {} }')
  write('src/main.ts', "console.log('one', ...process.argv.slice(2))\n")
  write('src/web/page/page.tsx', 'console.log(1)\n')
  write('src/web/page/notices-worker.ts', 'console.log(2)\n')
  write('src/web/page/diagrams/frame.ts', 'console.log(3)\n')
  write('src/web/page/page.html', '<p>page</p><script type="module" src="/page.tsx"></script>\n')
  write('tools/npm', fakeNpm(folder), 0o755)
  symlinkSync(process.execPath, join(tools, 'node'))
  return {
    folder,
    write,
    env: { PATH: `${tools}:${process.env.PATH}`, HOME: folder },
    /** Runs `scripts/skein.mjs`; the PATH holds node, npm and what is named. */
    skein: (args: string[], path = process.env.PATH ?? '') =>
      run(folder, ['scripts/skein.mjs', ...args], `${tools}:${path}`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

function run(cwd: string, args: string[], path: string): Promise<Ended> & { child: ChildProcess } {
  let child: ChildProcess | undefined
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(process.execPath, args, { cwd, env: { PATH: path, HOME: cwd } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr })
    })
  })
  return Object.assign(ended, { child: child as ChildProcess })
}

function fakeNpm(folder: string): string {
  const modules = join(root, 'node_modules')
  return `#!/bin/sh
echo "npm $*" >> ${folder}/npm.log
echo "nodedir $npm_config_nodedir" >> ${folder}/npm.log
[ "$1" != explore ] || { echo 'prebuild-install warn install no binary here' >&2; exit 1; }
PATH=/usr/bin:/bin
rm -rf ${folder}/node_modules
mkdir -p ${folder}/node_modules/better-sqlite3
echo '{ "name": "better-sqlite3" }' > ${folder}/node_modules/better-sqlite3/package.json
echo "if (require('fs').existsSync('npm-fails')) throw Error('no binding'); module.exports = class {}" > ${folder}/node_modules/better-sqlite3/index.js
ln -s ${modules}/typescript-7 ${modules}/@types ${modules}/esbuild ${modules}/@esbuild ${folder}/node_modules/
`
}
