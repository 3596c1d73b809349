"""The worker process: ``python -m runtime.worker`` takes its settings from the environment (rule STACK-8).

Solver processes import the main module of their parent anew. It therefore loads nothing until it is run.
"""

if __name__ == "__main__":
    from runtime.worker_process import main

    main()
