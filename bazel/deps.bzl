def go_dependencies():
    pass
