"""The Temporal worker: which workflows and activities run here, on which queues."""
