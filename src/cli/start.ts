import { basename } from 'node:path'
import type { Command } from 'commander'
import type { Ready } from '../app/serve.ts'
import { type Config, secretsOf } from '../config/config.ts'
import { protectConfigFile } from '../config/config-file.ts'
import { readConfig } from '../config/load.ts'
import { defaultPaths } from '../config/paths.ts'
import { installedPath } from '../lib/folders.ts'
import { readProxyRules } from '../lib/http/proxy-rules.ts'
import { createLog, type Log, type LogDestination } from '../lib/log.ts'
import { createLogTail } from '../lib/log-tail.ts'
import { createLogFile, type LogFile } from '../lib/rotating-log-file.ts'
import { createScrubber } from '../lib/text/secrets.ts'
import { systemClock } from '../lib/time/clock.ts'
import { textIn } from '../messages/localized.ts'
import { leaveLastWords } from '../store/work/instances.ts'
import { type GlobalOptions, globalOptions, toJson, version } from './global-options.ts'

/** Longer than every grace period, so only a bug gets this far. */
const STOP_TIMEOUT_MS = 28_000

export function addStart(program: Command, env: NodeJS.ProcessEnv): void {
  program
    .command('start')
    .description('run the daemon in the foreground')
    .addHelpText('after', '\nExample:\n  skein start --data ~/skein-test')
    .action(async (_options, command: Command) => {
      const globals = globalOptions(command, env)
      const scrubber = createScrubber()
      const proxies = readProxyRules(env)
      for (const secret of 'secrets' in proxies ? proxies.secrets : []) scrubber.add(secret)
      const tail = createLogTail()
      let logFile: LogFile | undefined
      const logTo = ({ log }: Config, destination: LogDestination) =>
        createLog({ ...log, destination, scrub: scrubber.scrub, tail })
      const openLog = (config: Config) => {
        try {
          logFile = openLogFile(config.log)
        } catch (err) {
          // Without its log file the daemon still has to answer.
          logFile = undefined
          const log = logTo(config, process.stderr)
          log.error({ err, file: config.log.file }, 'the log file cannot be opened; logging to standard error instead')
          return log
        }
        return logTo(config, logFile ?? process.stderr)
      }
      protectConfigFile(globals.configFile ?? defaultPaths(env).config)
      let config = readConfig(globals, env)
      let log = openLog(config)

      // An uncaught error is logged once as one record. Then systemd restarts us.
      process.on('uncaughtException', (err) => {
        leaveLastWords(globals.dataDir, err, scrubber.scrub)
        log.fatal({ err }, 'an unexpected error ended the daemon')
        process.exit(1)
      })
      const stop = new AbortController()
      listenForSignals(stop)
      // What programs that rename log files send. Without a log file it means that the terminal is gone.
      if (config.log.file !== undefined) process.on('SIGHUP', () => logFile?.reopen())
      // Loaded here because the other commands do not need it.
      const { runDaemon } = await import('../app/daemon.ts')
      for (;;) {
        for (const secret of secretsOf(config)) scrubber.add(secret)
        for (const warning of config.warnings) log.warn({ file: config.file }, textIn(warning, 'en'))
        await runDaemon(
          {
            config,
            log,
            tail,
            env,
            scrub: scrubber.scrub,
            hideSecret: scrubber.add,
            dataDir: globals.dataDir,
            version: version(),
            clock: systemClock,
            program: [...process.execArgv, ownFile()],
            restartController: new AbortController(),
          },
          (ready) => announce(ready, globals.json),
          stop.signal,
        )
        if (stop.signal.aborted) return logFile?.close()
        const previousLogFile = logFile
        config = rereadConfig(globals, env, config, log)
        log = openLog(config)
        await previousLogFile?.close()
      }
    })
}

const MB = 1024 * 1024

/** Undefined if the log goes to the standard error output. Throws if the file cannot be opened. */
function openLogFile({ file, fileMb, fileCount }: Config['log']): LogFile | undefined {
  return file === undefined ? undefined : createLogFile({ path: file, maxBytes: fileMb * MB, keep: fileCount })
}

/** The file of this program, and not the script of a checkout, which first builds what has changed. */
function ownFile(): string {
  const [, file = ''] = process.argv
  return /^main\.[jt]s$/.test(basename(file)) ? file : installedPath('dist/main.js')
}

/** The file was valid when the restart was requested. If it was broken since, the old configuration stays. */
function rereadConfig(globals: GlobalOptions, env: NodeJS.ProcessEnv, current: Config, log: Log): Config {
  try {
    return readConfig(globals, env)
  } catch (err) {
    log.error({ err }, 'the configuration can no longer be read; the previous one stays in effect')
    return current
  }
}

function listenForSignals(stop: AbortController): void {
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // A second Ctrl-C exits at once.
      if (stop.signal.aborted) process.exit(130)
      stop.abort()
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    })
  }
}

/** The sign-in link is a credential, so it is shown on a terminal only. */
function announce(ready: Ready, json: boolean): void {
  if (json) return console.log(toJson({ url: ready.url, pid: process.pid }))
  if (!ready.url) return console.log('Skein is ready (the local page is off).')
  if (!process.stdout.isTTY)
    return console.log(`Skein is ready at ${ready.url} (sign in with the link that "skein link" prints).`)
  const { brain } = ready.overview()
  console.log(
    `\nSkein is ready. Open this link once to sign in:\n\n  ${ready.link()}\n\nIt answers with: ${brain.name}. Stop it with Ctrl-C.\n`,
  )
}
