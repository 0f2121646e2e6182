import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testedClaude } from '../../src/app/doctor/tested-versions.ts'

const fakeClaude = fileURLToPath(new URL('./fake-claude.mjs', import.meta.url))
const name = '@anthropic-ai/claude-code'

/** A registry of npm on loopback that offers one package: a claude CLI with a sign-in of its own. */
export interface ClaudeRegistry {
  /** For the environment of who installs from it. */
  env: Record<string, string>
  /** The code that its sign-in takes. */
  code: string
  /** From now on the package cannot be fetched. */
  break(): void
  close(): Promise<void>
}

export async function createClaudeRegistry(): Promise<ClaudeRegistry> {
  const dir = mkdtempSync(join(tmpdir(), 'skein-registry-'))
  const archive = packClaude(dir)
  let isBroken = false
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url)
    if (isBroken) return void response.writeHead(404).end('{}')
    if (path === '/claude-code.tgz') return void response.end(archive)
    if (path !== `/${name}`) return void response.writeHead(404).end('{}')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(manifestFor(`${address()}/claude-code.tgz`, archive)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: { npm_config_registry: `${address()}/` },
    code: 'good#code',
    break: () => (isBroken = true),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dir, { recursive: true })
    },
  }
}

/** Its program is put in place by a script, as that of the real package is. */
function packClaude(dir: string): Buffer {
  const root = join(dir, 'package')
  mkdirSync(root)
  const manifest = {
    name,
    version: testedClaude.newest,
    bin: { claude: 'claude' },
    scripts: { postinstall: 'node install.cjs' },
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(root, 'claude'), '#!/bin/sh\necho "not installed" >&2\nexit 1\n', { mode: 0o755 })
  writeFileSync(join(root, 'real'), program)
  writeFileSync(
    join(root, 'install.cjs'),
    "require('node:fs').writeFileSync('claude', require('node:fs').readFileSync('real'))\n",
  )
  execFileSync('tar', ['-czf', join(dir, 'claude-code.tgz'), '-C', dir, 'package'])
  return readFileSync(join(dir, 'claude-code.tgz'))
}

const program = `#!/bin/sh
case "$*" in
  --version) echo "${testedClaude.newest} (Claude Code)" ;;
  "auth login")
    printf 'If the browser does not open, visit: https://claude.example/authorize?code=true\\nPaste code here > '
    read -r code
    [ "$code" = 'good#code' ] || { echo "Login failed" >&2; exit 1; }
    echo '{}' > "$CLAUDE_CONFIG_DIR/.credentials.json" ;;
  *) exec "${process.execPath}" "${fakeClaude}" answers "$@" ;;
esac
`

function manifestFor(tarball: string, archive: Buffer): object {
  const version = testedClaude.newest
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
  const entry = { name, version, bin: { claude: 'claude' }, hasInstallScript: true, dist: { tarball, integrity } }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: entry } }
}
