import type { Command } from 'commander'
import type { Ready } from '../app/serve.ts'
import { type Config, secretsOf } from '../config/config.ts'
import { protectConfigFile } from '../config/config-file.ts'
import { readConfig } from '../config/load.ts'
import { defaultPaths } from '../config/paths.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createLogTail } from '../lib/log-tail.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { systemClock } from '../lib/time/clock.ts'
import { leaveLastWords } from '../store/work/instances.ts'
import { type Place, placeOf } from './place.ts'
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
      const scrubber = createScrubber()
      const tail = createLogTail()
      const openLog = ({ log }: Config) =>
        createLog({ ...log, destination: process.stderr, scrub: scrubber.scrub, tail })
      protectConfigFile(place.configFile ?? defaultPaths(env).config)
      let config = readConfig(place, env)
      let log = openLog(config)

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
      for (;;) {
        for (const secret of secretsOf(config)) scrubber.add(secret)
        for (const warning of config.warnings) log.warn({ file: config.file }, warning)
        await runDaemon(
          {
            config,
            log,
            tail,
            env,
            scrub: scrubber.scrub,
            dataDir: place.dataDir,
            version: version(),
            clock: systemClock,
            again: new AbortController(),
          },
          (ready) => announce(ready, place.json),
          stop.signal,
        )
        if (stop.signal.aborted) return
        config = readAgain(place, env, config, log)
        log = openLog(config)
      }
    })
}

/** It was looked at when the restart was asked for; who spoilt it since then must not end the daemon. */
function readAgain(place: Place, env: NodeJS.ProcessEnv, before: Config, log: Log): Config {
  try {
    return readConfig(place, env)
  } catch (err) {
    log.error({ err }, 'the configuration cannot be read any more: what held before holds on')
    return before
  }
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
