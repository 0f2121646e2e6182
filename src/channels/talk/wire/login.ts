import { z } from 'zod'
import { parseJson } from '../../../lib/text/json.ts'
import { sleep } from '../../../lib/time/timers.ts'
import { createHttpClient } from '../../shared/http-client.ts'
import { talkMessages } from '../talk-messages.ts'
import { failed, failureOf, ok, type TalkAnswer } from './failure.ts'
import { createNextcloudConnection, type NextcloudOptions, networkFailure } from './nextcloud-connection.ts'
import { CALL_TIMEOUT_SECONDS, ocsValue } from './ocs.ts'

const status = z.object({ installed: z.literal(true), maintenance: z.boolean() })

/** Checks that a working Nextcloud is there before anything secret is sent. */
export async function findServer(url: string, signal: AbortSignal): Promise<TalkAnswer<void>> {
  const http = createHttpClient(url)
  try {
    const limits = { deadlineMs: CALL_TIMEOUT_SECONDS * 1000, signal }
    const answer = await http.call({ what: 'status', path: '/status.php' }, limits)
    if (answer.status !== 200) return failed(failureOf(answer))
    const parsed = status.safeParse(parseJson(answer.text))
    if (!parsed.success) return failed(odd)
    return parsed.data.maintenance
      ? failed({ kind: 'unsent', reason: talkMessages.inMaintenance, maintenance: true })
      : ok(undefined)
  } catch (error) {
    return failed(networkFailure(error))
  } finally {
    http.close()
  }
}

const granted = z.object({ apppassword: z.string().min(1) })

/** Exchanges the login password for an app password. An app password is returned unchanged. */
export async function askAppPassword(options: NextcloudOptions, signal: AbortSignal): Promise<TalkAnswer<string>> {
  const wire = createNextcloudConnection(options)
  try {
    const request = {
      what: 'app password',
      path: '/ocs/v2.php/core/getapppassword',
      deadlineSeconds: CALL_TIMEOUT_SECONDS,
    }
    const answer = ocsValue('app password', await wire.ask(request, [200], signal), granted)
    if (answer.ok) return ok(answer.value.apppassword)
    const isOne = answer.failure.kind === 'refused' && answer.failure.status === 403
    return isOne ? ok(options.password) : answer
  } finally {
    wire.close()
  }
}

/** Revokes the app password it signs in with. */
export async function revokeAppPassword(options: NextcloudOptions, signal: AbortSignal): Promise<TalkAnswer<void>> {
  const wire = createNextcloudConnection(options)
  const path = '/ocs/v2.php/core/apppassword'
  const request = { what: 'app password', path, method: 'DELETE', deadlineSeconds: CALL_TIMEOUT_SECONDS } as const
  const answer = await wire.ask(request, [200], signal)
  wire.close()
  return answer.ok ? ok(undefined) : answer
}

const flow = z.object({
  poll: z.object({ token: z.string(), endpoint: z.string() }),
  login: z.url({ protocol: /^https?$/ }),
})
const login = z.object({ loginName: z.string().min(1), appPassword: z.string().min(1) })

export const nobodySignedIn = 'nobody signed in'

export interface BrowserLogin {
  user: string
  password: string
}

/** Lets the user confirm the login in a browser, including a second factor. `show` gets the address of the page. */
export async function loginByBrowser(
  url: string,
  show: (page: string) => void,
  signal: AbortSignal,
  pauseMs = 2000,
): Promise<TalkAnswer<BrowserLogin>> {
  const http = createHttpClient(url)
  const limits = { deadlineMs: CALL_TIMEOUT_SECONDS * 1000, signal }
  const base = new URL(url).pathname.replace(/\/$/, '')
  try {
    const started = await http.call({ what: 'login', path: '/index.php/login/v2', method: 'POST', body: {} }, limits)
    const offered = flow.safeParse(parseJson(started.text))
    if (!offered.success) return failed(started.status < 400 ? odd : failureOf(started))
    const { poll, login: page } = offered.data
    show(page)
    // We poll the same host as before, whatever host the answer names.
    const path = new URL(poll.endpoint, url).pathname.slice(base.length)
    while (!signal.aborted) {
      const answer = await http.call({ what: 'login', path, method: 'POST', body: { token: poll.token } }, limits)
      const done = login.safeParse(parseJson(answer.text))
      if (answer.status === 200 && done.success)
        return ok({ user: done.data.loginName, password: done.data.appPassword })
      await sleep(pauseMs, signal)
    }
    return failed({ kind: 'unsent', reason: nobodySignedIn })
  } catch {
    return failed({ kind: 'unsent', reason: signal.aborted ? nobodySignedIn : 'the server could not be reached' })
  } finally {
    http.close()
  }
}

const odd = { kind: 'refused', status: 404, reason: 'that is no Nextcloud' } as const
