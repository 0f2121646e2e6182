/**
 * Whether this is a notice of the platform about the chat. We ignore those; any other message without content is of a
 * kind we do not know yet.
 */
export function isServiceMessage(message: Record<string, unknown>): boolean {
  return Object.keys(message).some(
    (key) => message[key] !== undefined && (serviceFields.has(key) || serviceFieldPrefix.test(key)),
  )
}

const serviceFieldPrefix =
  /^(forum_topic_|general_forum_topic_|video_chat_|giveaway|suggested_post_|community_chat_|chat_owner_|checklist_tasks_|poll_option_)/

const serviceFields = new Set([
  'new_chat_members',
  'left_chat_member',
  'new_chat_title',
  'new_chat_photo',
  'delete_chat_photo',
  'group_chat_created',
  'supergroup_chat_created',
  'channel_chat_created',
  'managed_bot_created',
  'message_auto_delete_timer_changed',
  'pinned_message',
  'successful_payment',
  'refunded_payment',
  'users_shared',
  'chat_shared',
  'connected_website',
  'write_access_allowed',
  'passport_data',
  'proximity_alert_triggered',
  'boost_added',
  'chat_background_set',
  'gift',
  'gift_upgrade_sent',
  'unique_gift',
  'paid_message_price_changed',
  'direct_message_price_changed',
  'web_app_data',
])
