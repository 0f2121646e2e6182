CREATE TABLE `chat_talk` (
	`chat` text PRIMARY KEY NOT NULL,
	`messages` integer NOT NULL,
	`bot_messages` integer NOT NULL,
	`chars` integer NOT NULL,
	`last_at` integer NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `conversation_lane`;--> statement-breakpoint
CREATE INDEX `conversation_start` ON `conversation` (`lane`,`started_at`);--> statement-breakpoint
DROP INDEX `conversation_message_conversation`;--> statement-breakpoint
ALTER TABLE `conversation_message` ADD `at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `conversation_message_order` ON `conversation_message` (`conversation_id`,`at`,`message_id`);--> statement-breakpoint
-- Only which message holds which word: where in it, and how often, is read from the text of the few that matter.
-- That makes an entry two to three bytes, and a million messages fit in 30 MB.
CREATE VIRTUAL TABLE `message_word` USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii');
