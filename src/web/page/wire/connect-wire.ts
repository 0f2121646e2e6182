/** What can be connected from the page. */
export const connectionNames = ['claude', 'provider', 'telegram', 'talk', 'email'] as const

export type ConnectionName = (typeof connectionNames)[number]

export interface Connection {
  name: ConnectionName
  /** The file names it. */
  isSet: boolean
  /** The file says something else of it than when the daemon was started. */
  isWaiting: boolean
  /** Who it is there, or which there are. */
  as?: string
}

export interface Connections {
  connections: Connection[]
  /** Only on the machine itself. */
  canConnect: boolean
}

/** How one of them does, asked just now. */
export interface ConnectionState {
  isWell: boolean
  says: string[]
}

/** Those whose account says yes on a page of its own. */
export const signInNames = ['claude', 'talk'] as const

export type SignInName = (typeof signInNames)[number]

export interface SignInPage {
  page: string
  /** It ends with a code, which is brought here. */
  givesCode?: true
}

/** What is told, line by line, while somebody signs in elsewhere: the page to open, and then what came of it. */
export type SigningIn = SignInPage | { connected: Connected } | { error: string }

/** What was found and written down. */
export interface Connected extends Connections {
  says: string[]
}
