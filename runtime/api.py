"""The API process: ``python -m runtime.api`` takes its settings from the environment (rule STACK-12).

Child processes that read files import the main module of their parent anew. It therefore loads nothing until it is run.
"""

if __name__ == "__main__":
    from runtime.api_process import main

    main()
