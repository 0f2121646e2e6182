-- An epoch is a run of turns under one prompt; a run of the daemon is an instance.
ALTER TABLE `instance` RENAME COLUMN `epoch` TO `id`;--> statement-breakpoint
ALTER TABLE `task` RENAME COLUMN `lease_epoch` TO `lease_instance`;--> statement-breakpoint
ALTER TABLE `outbox` RENAME COLUMN `epoch` TO `instance`;
