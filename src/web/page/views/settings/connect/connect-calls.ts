import type { Api } from '../../../api.ts'
import type {
  Connected,
  ConnectionName,
  ConnectionState,
  Connections,
  SignInName,
  SigningIn,
} from '../../../wire/connect-wire.ts'

/** The daemon gives up before this. */
const connectMs = 160_000

export function connectCalls(api: Pick<Api, 'get' | 'post' | 'told'>) {
  return {
    list: () => api.get<Connections>('/api/connections'),
    check: (name: ConnectionName) => api.get<ConnectionState>(`/api/connections/${name}`),
    connect: (name: ConnectionName, given: Record<string, string>) =>
      api.post<Connected>(`/api/connections/${name}`, given, connectMs),
    signIn: (name: SignInName, given: Record<string, string>, signal: AbortSignal) =>
      api.told<SigningIn>(`/api/connections/${name}/sign-in`, given, signal),
    bringCode: (name: SignInName, code: string) => api.post<object>(`/api/connections/${name}/sign-in/code`, { code }),
  }
}

export type ConnectCalls = ReturnType<typeof connectCalls>
