import type { Config } from '../../config/config.ts'
import { readConfig } from '../../config/load.ts'
import { UserFacingError } from '../../domain/errors.ts'
import type { ConnectService } from '../../web/routes/connect-api.ts'
import type { SetupService } from '../../web/routes/settings/setup-api.ts'
import { type HelloDeps, sendHello } from './hello.ts'
import { setupMessages } from './setup-messages.ts'
import { readSetupSteps, type SetupPlace, saveAnswer } from './setup-steps.ts'

export interface PageSetupDeps extends SetupPlace, Pick<HelloDeps, 'pairedAccounts'> {
  /** The configuration as it was read at the start. */
  running: Config
  connections: Pick<ConnectService, 'list'>
  /** Writes the first message on the page. */
  postHello(name: string | undefined): void
}

/** The steps of `skein setup`, for the page of the running daemon. */
export function createPageSetup(deps: PageSetupDeps): SetupService & { postHello(): void } {
  const { running, env } = deps
  // Only our unit makes systemd expect notifications.
  const isService = Boolean(env.NOTIFY_SOCKET)

  /** While the file is invalid, the running configuration is shown. */
  function readSaved(): Config {
    try {
      return readConfig(deps, env)
    } catch {
      return running
    }
  }

  /** The name may have been saved a moment ago. */
  const postHello = () => deps.postHello(readSaved().owner.name)

  return {
    postHello,
    steps() {
      const { connections } = deps.connections.list()
      const inUse = readSetupSteps({ config: running, connections, isService })
      return readSetupSteps({ config: readSaved(), connections, isService }).map((state, index) => ({
        ...state,
        isWaiting: state.value !== inUse[index]?.value,
      }))
    },
    save(step, answer) {
      // Another tab or the terminal may have been faster.
      if (step === 'briefing' && readSaved().briefings.length > 0) return { refused: setupMessages.briefingExists }
      try {
        return { says: [saveAnswer(step, answer, deps)] }
      } catch (error) {
        if (error instanceof UserFacingError) return { refused: error.text }
        throw error
      }
    },
    async hello(language, signal) {
      const hellos = await sendHello(readSaved(), { ...deps, language }, signal)
      const says = hellos.map((hello) => hello.says)
      if (hellos.some(({ isSent }) => isSent)) return says
      postHello()
      return [...says, setupMessages.helloOnPage]
    },
  }
}
