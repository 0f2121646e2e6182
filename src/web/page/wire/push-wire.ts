/** Notifications for devices whose page is closed. */
export interface PushState {
  /** What the browser subscribes to, in base64url. */
  publicKey: string
  /** Set if they are on for this sign-in. */
  device?: { endpoint: string; showsText: boolean }
  /** Set if a server of ntfy is configured. */
  ntfy?: { host: string; showsText: boolean; problem?: string | undefined } | undefined
}

/** The subscription of a browser. */
export interface PushSubscribed {
  endpoint: string
  p256dh: string
  auth: string
  language: string
  showsText: boolean
}
