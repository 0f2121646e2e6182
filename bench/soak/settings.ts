import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './builds.ts'
import { summary } from './model.ts'

/** Limits are so high that none is met: what is measured is the same for each message. */
export function settings(modelUrl: string, claude: string): string {
  return `[workers]
safe_mode_after = 0
max = 16
[disk]
ballast_mb = 0
[limits]
tasks_per_hour = 100000
queue = 100000
[log]
file = "logs/skein.log"
file_mb = 10000
[brain.claude]
command = ${JSON.stringify(claude)}
api_key = "k"
[providers.box]
kind = "anthropic"
api_key = "k"
base_url = "${modelUrl}"
models = { general = "general", fast = "fast" }
`
}

/** A CLI whose processes are real, and which answers as the model does. */
export function fakeClaude(dir: string): string {
  const file = join(dir, 'claude.sh')
  const script = join(root, 'test/peers/fake-claude.mjs')
  const call = `exec "${process.execPath}" "${script}" 'answers keys' "$@"`
  writeFileSync(file, `#!/bin/sh\nexport SUMMARY='${summary}'\n${call}\n`)
  chmodSync(file, 0o755)
  return file
}
