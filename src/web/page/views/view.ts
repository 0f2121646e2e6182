import type { ComponentType } from 'preact'
import type { InLanguages } from '../../../messages/languages.ts'
import type { Api } from '../api.ts'
import type { Look } from '../look.ts'
import type { News } from '../news.ts'
import type { Notifying } from '../notifying.ts'
import type { Router } from '../router.ts'
import type { Talk } from '../talk.ts'

/** One of the views of the rail. It is there only while it is looked at; what outlives that is in `talk` or in the daemon. */
export interface View {
  /** In the address. */
  name: string
  /** In the rail. */
  title: InLanguages<string>
  /** What its icon is drawn with, in a box of 24. */
  icon: string
  Body: ComponentType<ViewProps>
}

export interface ViewProps {
  api: Api
  router: Router
  talk: Talk
  news: News
  notifying: Notifying
  look: Look
}
