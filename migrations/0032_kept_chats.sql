CREATE TABLE `kept_chat` (
	`chat` text PRIMARY KEY NOT NULL,
	`name` text,
	`pinned_at` integer,
	`archived_at` integer,
	`seen` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`chat`) REFERENCES `chat`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- What was said before there was such a note is not new.
INSERT INTO `kept_chat` (`chat`, `seen`) SELECT `chat`, max(`id`) FROM `message` GROUP BY `chat`;
