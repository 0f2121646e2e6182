import type { Command } from 'commander'
import type { Ready } from '../app/serve.ts'
import { secretsOf } from '../config/config.ts'
import { loadConfig } from '../config/load.ts'
import { createLog } from '../lib/log.ts'
import { createScrubber } from '../lib/text/scrub.ts'
import { systemClock } from '../lib/time/clock.ts'
import { leaveLastWords } from '../store/work/last-words.ts'
import { placeOf } from './place.ts'
import { version } from './version.ts'

/** Longer than every grace there is; only a bug gets this far. */
const STOP_MS = 28_000

export function addStart(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('start')
    .description('run the daemon in the foreground')
    .addHelpText('after', '\nExample:\n  skein start --data ~/skein-test')
    .action(async (_options, command: Command) => {
      const place = placeOf(command, env)
      const config = loadConfig(place.configFile, env)
      const scrubber = createScrubber()
      for (const secret of secretsOf(config)) scrubber.add(secret)
      const log = createLog({ ...config.log, destination: process.stderr, scrub: scrubber.scrub })
      for (const warning of config.warnings) log.warn({ file: config.file }, warning)

      // Whatever nobody caught: said once, as one record, and then systemd starts us again from what is stored.
      process.on('uncaughtException', (err) => {
        leaveLastWords(place.dataDir, scrubber.scrub(String(err)))
        log.fatal({ err }, 'broken')
        process.exit(1)
      })
      const stop = new AbortController()
      listenForSignals(stop)
      // The other commands need none of it.
      const { runDaemon } = await import('../app/daemon.ts')
      await runDaemon(
        {
          config,
          log,
          env,
          scrub: scrubber.scrub,
          dataDir: place.dataDir,
          version: version(),
          clock: systemClock,
        },
        (ready) => announce(ready, place.json),
        stop.signal,
      )
    })
}

function listenForSignals(stop: AbortController): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A second Ctrl-C means now.
      if (stop.signal.aborted) process.exit(130)
      stop.abort()
      setTimeout(() => process.exit(1), STOP_MS).unref()
    })
  }
}

/** The sign-in link is a key: it goes to a terminal and nowhere else. */
function announce(ready: Ready, json: boolean): void {
  if (json) return console.log(JSON.stringify({ url: ready.url, pid: process.pid }))
  if (!ready.url) return console.log('Skein is ready (the local page is off).')
  const { brain } = ready.overview()
  console.log(
    process.stdout.isTTY
      ? `\nSkein is ready. Open this link once to sign in:\n\n  ${ready.link()}\n\nIt answers with: ${brain.name}. Stop it with Ctrl-C.\n`
      : `Skein is ready at ${ready.url} (sign in with the link that "skein link" prints).`,
  )
}
